import {
  along,
  background,
  circle,
  gradient,
  line,
  mix,
  polygon,
  ridge,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** Ridge behind ridge in the haze, a low sun, a few trees and birds. */
export function hills(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const [light, warm] = palette.tones;
  const sun: Point = { x: luck.between(0.2, 0.8) * width, y: luck.between(0.22, 0.42) * height };
  const sky = gradient('sky', 'linear', [
    [0, mix(palette.tones[2], palette.paper, 0.35)],
    [0.6, light],
    [1, palette.paper],
  ]);
  const glow = gradient('glow', 'radial', [
    [0, palette.paper, 0.95],
    [1, warm, 0],
  ]);
  const layers = luck.whole(4, 6);
  return [
    `<defs>${sky}${glow}</defs>`,
    background(canvas, 'url(#sky)'),
    circle(sun, width * 0.3, { fill: 'url(#glow)' }),
    circle(sun, width * luck.between(0.04, 0.07), { fill: palette.accent, opacity: '0.9' }),
    birds(canvas),
    along(layers, (at, part) => layer(canvas, at, part)),
  ].join('');
}

function layer(canvas: Canvas, at: number, part: number): string {
  const { width, height, luck, palette } = canvas;
  const top = ridge(luck, luck.between(0.45, 0.6));
  const base = height * (0.45 + 0.42 * part);
  const tall = height * (0.16 - 0.06 * part);
  const crest: Point[] = Array.from({ length: 121 }, (_, step) => ({
    x: (step / 120) * width,
    y: base + tall * top(step / 120),
  }));
  const near = palette.tones[4];
  const fill = mix(palette.tones[1], near, 0.15 + 0.85 * part);
  const slope = polygon([...crest, { x: width, y: height }, { x: 0, y: height }], { fill });
  const trees =
    part > 0.55
      ? along(luck.whole(6, 18), () =>
          tree(canvas, luck.one(crest), 8 + 34 * part, mix(fill, '#000000', 0.25)),
        )
      : '';
  const mist =
    at === 0
      ? ''
      : polygon([...crest, { x: width, y: height }, { x: 0, y: height }], {
          fill: palette.paper,
          opacity: String(0.1 * (1 - part)),
        });
  return slope + mist + trees;
}

function tree({ luck }: Canvas, foot: Point, tall: number, fill: string): string {
  const size = tall * luck.between(0.6, 1.2);
  const fir = [0, 1, 2].map((step) => {
    const y = foot.y - size * (0.25 + 0.28 * step);
    const half = size * (0.28 - 0.07 * step);
    return polygon(
      [
        { x: foot.x - half, y },
        { x: foot.x + half, y },
        { x: foot.x, y: y - size * 0.45 },
      ],
      { fill },
    );
  });
  return (
    line([foot, { x: foot.x, y: foot.y - size * 0.4 }], { stroke: fill, 'stroke-width': size * 0.07 }) +
    fir.join('')
  );
}

function birds({ width, height, luck, palette }: Canvas): string {
  const flock: Point = { x: luck.between(0.15, 0.7) * width, y: luck.between(0.1, 0.3) * height };
  return along(luck.whole(3, 9), () => {
    const { x, y }: Point = { x: flock.x + luck.between(-90, 90), y: flock.y + luck.between(-40, 40) };
    const wing = luck.between(5, 12);
    return line(
      [
        { x: x - wing, y: y - wing * 0.5 },
        { x, y },
        { x: x + wing, y: y - wing * 0.6 },
      ],
      { stroke: palette.tones[4], 'stroke-width': 2 },
    );
  });
}
