import {
  along,
  background,
  circle,
  line,
  polygon,
  rectangle,
  tag,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** A few large forms that hold each other in balance: discs, arcs, bars, a grid of dots. */
export function shapes(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const turn = luck.one([-28, -18, 16, 24, 33]);
  const middle: Point = { x: width * luck.between(0.4, 0.6), y: height * luck.between(0.42, 0.58) };
  const colours = luck.shuffled([...palette.tones.slice(1), palette.accent]);
  const colour = (at: number): string => colours[at % colours.length] ?? palette.accent;
  const big = Math.min(width, height) * luck.between(0.24, 0.32);
  const forms = [
    rectangle(middle.x - width, middle.y - big * 0.22, width * 2, big * luck.between(0.2, 0.5), {
      fill: colour(3),
      opacity: '0.9',
    }),
    circle(middle, big, { fill: colour(0) }),
    circle({ x: middle.x + big * 0.75, y: middle.y - big * 0.7 }, big * luck.between(0.35, 0.55), {
      fill: colour(1),
      style: 'mix-blend-mode:multiply',
    }),
    polygon(
      [
        { x: middle.x - big * 1.9, y: middle.y + big * 1.3 },
        { x: middle.x - big * 0.2, y: middle.y + big * 1.3 },
        { x: middle.x - big * 0.9, y: middle.y - big * 0.5 },
      ],
      { fill: colour(2), opacity: '0.92' },
    ),
    along(luck.whole(4, 8), (at) =>
      arc(middle, big * (1.12 + 0.13 * at), luck.between(0, 360), luck.between(60, 200), colour(at), 5),
    ),
    dots(
      luck.between(0.05, 0.7) * width,
      luck.between(0.05, 0.7) * height,
      palette.tones[4],
      luck.whole(4, 7),
    ),
    along(luck.whole(5, 9), (at) =>
      line(
        [
          { x: middle.x - width * 0.5, y: middle.y + big * 0.9 + at * 11 },
          { x: middle.x + width * luck.between(0.05, 0.5), y: middle.y + big * 0.9 + at * 11 },
        ],
        { stroke: palette.tones[4], 'stroke-width': 2.5 },
      ),
    ),
    circle({ x: middle.x - big * 0.35, y: middle.y - big * 0.3 }, big * 0.2, { fill: palette.paper }),
  ];
  return (
    background(canvas, palette.paper) +
    tag('g', { transform: `rotate(${turn} ${middle.x} ${middle.y})` }, forms.join('')) +
    frame(canvas)
  );
}

function arc({ x, y }: Point, r: number, from: number, sweep: number, stroke: string, thick: number): string {
  const at = (degrees: number): Point => ({
    x: x + r * Math.cos((degrees * Math.PI) / 180),
    y: y + r * Math.sin((degrees * Math.PI) / 180),
  });
  const points = Array.from({ length: 40 }, (_, step) => at(from + (sweep * step) / 39));
  return line(points, { stroke, 'stroke-width': thick });
}

function dots(x: number, y: number, fill: string, rows: number): string {
  return along(rows * rows, (at) =>
    circle({ x: x + 18 * (at % rows), y: y + 18 * Math.floor(at / rows) }, 3.4, { fill }),
  );
}

function frame({ width, height, palette }: Canvas): string {
  return rectangle(14, 14, width - 28, height - 28, {
    fill: 'none',
    stroke: palette.tones[4],
    'stroke-width': 2,
    opacity: '0.35',
  });
}
