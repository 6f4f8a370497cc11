/** Colours from light to dark, and one that stands out. */
export interface Palette {
  readonly name: string;
  readonly tones: readonly [string, string, string, string, string];
  readonly accent: string;
  readonly paper: string;
}

const palette = (name: string, paper: string, accent: string, ...tones: Palette['tones']): Palette => ({
  name,
  paper,
  accent,
  tones,
});

export const PALETTES: readonly Palette[] = [
  palette('dusk', '#fbe9d7', '#f2545b', '#f6bd8b', '#e08e79', '#a85d75', '#5f4668', '#2b2541'),
  palette('sea', '#eef4f1', '#f4a259', '#bcd8d3', '#7fb7be', '#3f88a5', '#23587b', '#12304a'),
  palette('moss', '#f4f1e1', '#d95d39', '#cfd6a0', '#9bb36b', '#5f8a52', '#37613f', '#1c3a2a'),
  palette('ember', '#fff3e2', '#ffd23f', '#ffb26b', '#f07b3f', '#c9402d', '#7a2231', '#35152a'),
  palette('frost', '#f5f9fc', '#e4572e', '#d5e6f0', '#a5c6dc', '#6b97bb', '#3d6690', '#1d3a5c'),
  palette('orchid', '#fbf1f7', '#2a9d8f', '#efc7dd', '#d590bd', '#a65f9d', '#6b3f78', '#38224a'),
  palette('clay', '#f8efe6', '#3d7ea6', '#e3c3a4', '#cd9a72', '#a66a4c', '#6f4436', '#3a2621'),
  palette('ink', '#f7f4ec', '#c8102e', '#d7d2c4', '#a8a499', '#716e69', '#454448', '#1c1c22'),
  palette('orchard', '#fdf6e0', '#8c2f39', '#f3d17a', '#e0a93b', '#8fae4b', '#4f7b41', '#26432f'),
  palette('lagoon', '#f0fbf6', '#ff6f61', '#bfead6', '#76cfb5', '#2fa39a', '#146c7a', '#0b3b4f'),
];
