import { along, background, circle, line, mix, polygon, tag, type Canvas, type Point } from '../canvas.ts';

/** The map of an island that doesn't exist: heights as rings, a coast, a road, a compass. */
export function contours(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const middle: Point = { x: width * luck.between(0.42, 0.58), y: height * luck.between(0.44, 0.56) };
  const reach = Math.min(width, height) * 0.36;
  const stretch = Math.min(1.25, width / height);
  const waves = Array.from({ length: 6 }, (_, at) => ({
    turns: at + 1,
    shift: luck.between(0, 6.28),
    size: luck.between(0.4, 1) / (at + 1.6),
  }));
  const coast = (part: number, drift: number): Point[] =>
    Array.from({ length: 140 }, (_, at) => {
      const angle = (at / 140) * 2 * Math.PI;
      const rough = waves.reduce(
        (sum, { turns, shift, size }) => sum + size * Math.sin(turns * angle + shift + drift),
        0,
      );
      const r = reach * part * (1 + 0.2 * rough);
      return { x: middle.x + r * Math.cos(angle) * stretch, y: middle.y + r * Math.sin(angle) };
    });
  const heights = 11;
  const land = along(heights, (at) => {
    const part = 1 - at / heights;
    const fill = mix(palette.tones[0], palette.tones[3], at / heights);
    return polygon(coast(part, 0.09 * at), {
      fill,
      stroke: palette.tones[4],
      'stroke-width': at % 5 === 0 ? 2.2 : 0.9,
      'stroke-opacity': '0.6',
    });
  });
  const shallows = [1.2, 1.13, 1.06]
    .map((part) =>
      polygon(coast(part, 0), {
        fill: 'none',
        stroke: palette.tones[2],
        'stroke-width': 1.4,
        opacity: '0.6',
      }),
    )
    .join('');
  return [
    background(canvas, mix(palette.paper, palette.tones[1], 0.28)),
    grid(canvas),
    shallows,
    land,
    road(canvas, (part) => coast(part, 0.2)),
    villages(canvas, (part) => coast(part, 0.3)),
    compass(canvas, { x: width * 0.9, y: height * 0.14 }, Math.min(width, height) * 0.07),
    tag('rect', {
      x: 16,
      y: 16,
      width: width - 32,
      height: height - 32,
      fill: 'none',
      stroke: palette.tones[4],
      'stroke-width': 3,
    }),
  ].join('');
}

function villages({ luck, palette }: Canvas, coast: (part: number) => readonly Point[]): string {
  return along(luck.whole(4, 7), () =>
    circle(luck.one(coast(luck.between(0.4, 0.85))), 6, {
      fill: palette.accent,
      stroke: palette.paper,
      'stroke-width': 2,
    }),
  );
}

function grid({ width, height, palette }: Canvas): string {
  const lines = (count: number, make: (part: number) => readonly [Point, Point]): string =>
    along(count, (at) =>
      line(make((at + 1) / (count + 1)), { stroke: palette.tones[3], 'stroke-width': 0.7, opacity: '0.45' }),
    );
  return (
    lines(9, (part) => [
      { x: part * width, y: 16 },
      { x: part * width, y: height - 16 },
    ]) +
    lines(6, (part) => [
      { x: 16, y: part * height },
      { x: width - 16, y: part * height },
    ])
  );
}

/** The road winds from the shore up to the middle. */
function road({ luck, palette }: Canvas, coast: (part: number) => readonly Point[]): string {
  const from = luck.whole(0, 139);
  const turns = luck.between(0.8, 1.6);
  const stops = Array.from({ length: 70 }, (_, at) => {
    const ring = coast(0.97 - 0.8 * (at / 69));
    return ring[Math.floor(from + (at / 69) * turns * 140) % 140];
  }).filter((point) => point !== undefined);
  return (
    line(stops, { stroke: palette.paper, 'stroke-width': 5 }) +
    line(stops, { stroke: palette.accent, 'stroke-width': 2.2, 'stroke-dasharray': '9 6' })
  );
}

function compass({ palette }: Canvas, { x, y }: Point, r: number): string {
  const points = [0, 1, 2, 3].map((at) => {
    const angle = (at * Math.PI) / 2 - Math.PI / 2;
    const tip: Point = { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
    const side: Point = {
      x: x + r * 0.22 * Math.cos(angle + Math.PI / 4),
      y: y + r * 0.22 * Math.sin(angle + Math.PI / 4),
    };
    return polygon([{ x, y }, tip, side], { fill: at === 0 ? palette.accent : palette.tones[4] });
  });
  return (
    circle({ x, y }, r * 1.25, { fill: palette.paper, opacity: '0.8' }) +
    circle({ x, y }, r * 1.25, { fill: 'none', stroke: palette.tones[4], 'stroke-width': 1.5 }) +
    points.join('')
  );
}
