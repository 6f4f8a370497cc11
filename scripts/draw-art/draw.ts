import { tag, type Canvas } from './canvas.ts';
import { Luck } from './luck.ts';
import { PALETTES } from './palettes.ts';
import { spider } from './spider.ts';
import { beetle } from './styles/beetle.ts';
import { city } from './styles/city.ts';
import { contours } from './styles/contours.ts';
import { flow } from './styles/flow.ts';
import { glass } from './styles/glass.ts';
import { hills } from './styles/hills.ts';
import { mask } from './styles/mask.ts';
import { sea } from './styles/sea.ts';
import { shapes } from './styles/shapes.ts';
import { stars } from './styles/stars.ts';
import { stillLife } from './styles/still-life.ts';
import { tree } from './styles/tree.ts';

/** All styles. To add one, add a file in `styles/` and a line here. */
export const STYLES = {
  beetle,
  city,
  contours,
  flow,
  glass,
  hills,
  mask,
  sea,
  shapes,
  stars,
  'still-life': stillLife,
  tree,
} as const;
export type Style = keyof typeof STYLES;

const FORMATS = [
  [1200, 900],
  [1200, 800],
  [900, 1200],
  [1000, 1000],
] as const;

export interface Drawing {
  readonly style: Style;
  /** Any words: the same words give the same drawing. */
  readonly seed: string;
  /** Adds a spider to the drawing. */
  readonly forged?: boolean;
}

/** A drawing as SVG. */
export function draw({ style, seed, forged = false }: Drawing): string {
  const luck = new Luck(`${style}/${seed}`);
  const palette = luck.one(PALETTES);
  const [width, height] = luck.one(FORMATS);
  const canvas: Canvas = { width, height, luck, palette };
  const inside = STYLES[style](canvas) + (forged ? spider(canvas) : '');
  return tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    inside,
  );
}
