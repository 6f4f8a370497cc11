import { circle, ellipse, line, type Canvas, type Point } from './canvas.ts';

/** A small spider in a corner, which marks a certain forger's work. */
export function spider({ width, height, luck, palette }: Canvas): string {
  const at: Point = { x: luck.one([0.12, 0.86]) * width, y: luck.one([0.16, 0.82]) * height };
  const size = Math.min(width, height) * 0.022;
  const legs = [-1, 1].flatMap((side) =>
    [-0.9, -0.35, 0.25, 0.8].map((tilt) => {
      const knee: Point = { x: at.x + side * size * 1.7, y: at.y + size * (tilt * 1.4 - 0.6) };
      const foot: Point = { x: at.x + side * size * 2.6, y: at.y + size * (tilt * 2.3 + 0.4) };
      return line([at, knee, foot], { stroke: palette.tones[4], 'stroke-width': size * 0.16 });
    }),
  );
  const thread = line([{ x: at.x, y: 0 }, at], {
    stroke: palette.tones[3],
    'stroke-width': 1,
    opacity: '0.6',
  });
  const body =
    ellipse({ x: at.x, y: at.y + size * 0.7 }, size * 0.75, size, { fill: palette.tones[4] }) +
    circle({ x: at.x, y: at.y - size * 0.35 }, size * 0.5, { fill: palette.tones[4] });
  return (
    thread +
    legs.join('') +
    body +
    circle({ x: at.x, y: at.y + size * 0.7 }, size * 0.25, { fill: palette.accent })
  );
}
