import { along, background, circle, gradient, line, tag, type Canvas, type Point } from '../canvas.ts';

/** A chart of the sky: rings, degrees, and figures between the stars that nobody else has seen. */
export function stars(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const middle: Point = { x: width / 2, y: height / 2 };
  const reach = Math.min(width, height) * 0.46;
  const deep = gradient('deep', 'radial', [
    [0, palette.tones[3]],
    [1, palette.tones[4]],
  ]);
  const around = (angle: number, r: number): Point => ({
    x: middle.x + r * Math.cos(angle),
    y: middle.y + r * Math.sin(angle),
  });
  const rings = [0.34, 0.67, 1].map((part) =>
    circle(middle, reach * part, {
      fill: 'none',
      stroke: palette.tones[0],
      'stroke-width': part === 1 ? 3 : 1,
      opacity: '0.6',
    }),
  );
  const ticks = along(72, (at) => {
    const angle = (at / 72) * 2 * Math.PI;
    return line([around(angle, reach), around(angle, reach * (at % 6 === 0 ? 0.955 : 0.98))], {
      stroke: palette.tones[0],
      'stroke-width': at % 6 === 0 ? 2.5 : 1,
    });
  });
  const figures = Array.from({ length: luck.whole(4, 6) }, (_, at) =>
    figure(
      canvas,
      around((at / 5) * 6.28 + luck.between(-0.3, 0.3), reach * luck.between(0.35, 0.7)),
      reach * 0.26,
    ),
  );
  return [
    `<defs>${deep}<clipPath id="disc">${circle(middle, reach, {})}</clipPath></defs>`,
    background(canvas, palette.tones[4]),
    circle(middle, reach, { fill: 'url(#deep)' }),
    tag(
      'g',
      { 'clip-path': 'url(#disc)' },
      milkyWay(canvas, middle, reach) +
        along(180, () =>
          circle({ x: luck.between(0, width), y: luck.between(0, height) }, luck.between(0.5, 1.7), {
            fill: palette.paper,
            opacity: '0.7',
          }),
        ),
    ),
    rings.join(''),
    ticks,
    figures.join(''),
  ].join('');
}

function milkyWay({ luck, palette }: Canvas, middle: Point, reach: number): string {
  return along(260, () => {
    const part = luck.between(-1, 1);
    const across = luck.between(-1, 1) ** 3;
    return circle(
      { x: middle.x + part * reach + across * 60, y: middle.y + part * reach * 0.55 + across * 130 },
      luck.between(0.4, 1.6),
      { fill: palette.paper, opacity: '0.55' },
    );
  });
}

function figure({ luck, palette }: Canvas, at: Point, size: number): string {
  const points = Array.from({ length: luck.whole(5, 8) }, (_, step) => ({
    x: at.x + size * luck.between(-0.9, 0.9),
    y: at.y + size * (step / 4 - 0.8) + luck.between(-14, 14),
  }));
  const limb = luck.one(points);
  const side: Point = {
    x: limb.x + size * luck.between(-0.7, 0.7),
    y: limb.y + size * luck.between(-0.3, 0.3),
  };
  const lines =
    line(points, { stroke: palette.accent, 'stroke-width': 1.6, opacity: '0.9' }) +
    line([limb, side], { stroke: palette.accent, 'stroke-width': 1.6, opacity: '0.9' });
  return lines + [...points, side].map((point) => spark(point, luck.between(3, 7.5), palette.paper)).join('');
}

function spark({ x, y }: Point, r: number, fill: string): string {
  const d = `M${x} ${y - r * 1.7}Q${x} ${y} ${x + r * 1.7} ${y}Q${x} ${y} ${x} ${y + r * 1.7}Q${x} ${y} ${x - r * 1.7} ${y}Q${x} ${y} ${x} ${y - r * 1.7}Z`;
  return (
    circle({ x, y }, r * 0.55, { fill }) +
    tag('path', {
      d: d.replaceAll(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 10) / 10)),
      fill,
    })
  );
}
