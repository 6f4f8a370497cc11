/// <reference types="astro/client" />
/// <reference lib="dom" />
import type { SeatView } from '../seat/forms/view.ts';
import type { SharePart } from './data/shared-parts.ts';

declare global {
  namespace App {
    interface Locals {
      /** True if the page is made at home. */
      readonly isAtHome: boolean;
      /** At home, parts of pages are made for all readers at once. */
      readonly share?: SharePart;
      /** The reader, if the page is made at home; published pages know none. */
      readonly seat?: SeatView;
    }
  }
}
