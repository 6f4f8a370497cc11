/// <reference types="astro/client" />
import type { SeatView } from '../seat/doors/view.ts';

declare global {
  namespace App {
    interface Locals {
      /** True if the page is made at home. */
      readonly isAtHome: boolean;
      /** The reader, if the page is made at home; published pages know none. */
      readonly seat?: SeatView;
    }
  }
}
