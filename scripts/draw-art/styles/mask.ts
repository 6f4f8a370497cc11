import {
  along,
  background,
  circle,
  ellipse,
  line,
  mix,
  polygon,
  tag,
  type Canvas,
  type Point,
} from '../canvas.ts';

/** A face of few shapes, nearly the same on both sides. */
export function mask(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const middle: Point = { x: width / 2, y: height * 0.52 };
  const size = Math.min(width, height) * 0.34;
  const rays = luck.whole(16, 36);
  const skin = luck.one([palette.tones[1], palette.tones[2], palette.accent]);
  const both = (make: (side: 1 | -1) => string): string => make(-1) + make(1);
  return [
    background(canvas, luck.yes(0.5) ? palette.paper : palette.tones[4]),
    along(rays, (at) => {
      const angle = (at / rays) * 2 * Math.PI;
      const wide = Math.PI / rays / 1.6;
      const far = size * (at % 2 === 0 ? 2.1 : 1.75);
      const tip = (turn: number, r: number): Point => ({
        x: middle.x + r * Math.cos(angle + turn),
        y: middle.y + r * Math.sin(angle + turn),
      });
      return polygon([tip(-wide, size * 0.9), tip(0, far), tip(wide, size * 0.9)], {
        fill: palette.tones[at % 5] ?? palette.accent,
        opacity: '0.85',
      });
    }),
    head(middle, size, skin, luck.between(0.7, 0.9)),
    both((side) => eye(canvas, { x: middle.x + side * size * 0.36, y: middle.y - size * 0.22 }, size)),
    both((side) => brow(canvas, middle, size, side)),
    tag('path', {
      d: `M${middle.x - size * 0.05} ${middle.y - size * 0.55}L${middle.x - size * 0.16} ${middle.y + size * 0.22}H${middle.x + size * 0.16}L${middle.x + size * 0.05} ${middle.y - size * 0.55}Z`,
      fill: mix(skin, palette.tones[4], 0.35),
    }),
    mouth(canvas, { x: middle.x, y: middle.y + size * 0.52 }, size),
    both((side) =>
      along(luck.whole(2, 5), (at) =>
        circle(
          { x: middle.x + side * size * (0.34 + 0.08 * at), y: middle.y + size * (0.28 + 0.1 * at) },
          size * 0.045,
          { fill: palette.paper },
        ),
      ),
    ),
    both((side) =>
      line(
        [
          { x: middle.x + side * size * 0.1, y: middle.y - size * 0.75 },
          { x: middle.x + side * size * luck.between(0.35, 0.6), y: middle.y - size * 0.62 },
        ],
        { stroke: palette.tones[4], 'stroke-width': size * 0.05 },
      ),
    ),
  ].join('');
}

function head({ x, y }: Point, size: number, fill: string, narrow: number): string {
  const wide = size * narrow;
  const d = `M${x - wide} ${y - size * 0.45}Q${x - wide} ${y - size} ${x} ${y - size}T${x + wide} ${y - size * 0.45}Q${x + wide} ${y + size * 0.5} ${x} ${y + size * 1.05}Q${x - wide} ${y + size * 0.5} ${x - wide} ${y - size * 0.45}Z`;
  return (
    tag('path', { d, fill }) +
    tag('path', {
      d: `M${x} ${y - size}Q${x + wide} ${y - size} ${x + wide} ${y - size * 0.45}Q${x + wide} ${y + size * 0.5} ${x} ${y + size * 1.05}Z`,
      fill: '#000000',
      opacity: '0.12',
    })
  );
}

function eye({ luck, palette }: Canvas, at: Point, size: number): string {
  const tall = size * luck.between(0.1, 0.17);
  return (
    ellipse(at, size * 0.21, tall, { fill: palette.paper }) +
    circle(at, tall * 0.85, { fill: palette.tones[4] }) +
    circle({ x: at.x + tall * 0.25, y: at.y - tall * 0.25 }, tall * 0.22, { fill: palette.paper })
  );
}

function brow({ luck, palette }: Canvas, { x, y }: Point, size: number, side: 1 | -1): string {
  const lift = size * luck.between(0.02, 0.14);
  const points = [0.14, 0.36, 0.6].map((part, at) => ({
    x: x + side * size * part,
    y: y - size * 0.42 - (at === 1 ? lift : 0),
  }));
  return line(points, { stroke: palette.tones[4], 'stroke-width': size * 0.06 });
}

function mouth({ luck, palette }: Canvas, { x, y }: Point, size: number): string {
  const wide = size * luck.between(0.2, 0.34);
  const bend = size * luck.between(-0.1, 0.2);
  const lips = tag('path', {
    d: `M${x - wide} ${y}Q${x} ${y + bend} ${x + wide} ${y}Q${x} ${y + bend + size * 0.18} ${x - wide} ${y}Z`,
    fill: palette.tones[4],
  });
  const teeth = luck.yes(0.5)
    ? along(5, (at) =>
        tag('rect', {
          x: x - wide * 0.6 + at * wide * 0.25,
          y: y + bend * 0.42,
          width: wide * 0.18,
          height: size * 0.07,
          fill: palette.paper,
        }),
      )
    : '';
  return lips + teeth;
}
