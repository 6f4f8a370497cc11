import { background, circle, mix, polygon, type Canvas, type Point } from '../canvas.ts';

/** A window of coloured glass: panes of a bent net, leaded and lit from behind. */
export function glass(canvas: Canvas): string {
  const { width, height, luck, palette } = canvas;
  const [columns, rows] = [luck.whole(7, 10), luck.whole(6, 8)];
  const light: Point = { x: width * luck.between(0.3, 0.7), y: height * luck.between(0.25, 0.6) };
  const reach = Math.hypot(width, height) * 0.62;
  const swirl = luck.between(-0.9, 0.9);
  const knot = (column: number, row: number): Point => {
    const inner = column > 0 && column < columns && row > 0 && row < rows;
    const x = (column / columns) * width + (inner ? luck.between(-0.3, 0.3) * (width / columns) : 0);
    const y = (row / rows) * height + (inner ? luck.between(-0.3, 0.3) * (height / rows) : 0);
    if (!inner) return { x, y };
    const away = Math.hypot(x - light.x, y - light.y);
    const turn = swirl * Math.exp(-((away / (reach * 0.45)) ** 2));
    const [dx, dy] = [x - light.x, y - light.y];
    return {
      x: light.x + dx * Math.cos(turn) - dy * Math.sin(turn),
      y: light.y + dx * Math.sin(turn) + dy * Math.cos(turn),
    };
  };
  const net = Array.from({ length: columns + 1 }, (_, column) =>
    Array.from({ length: rows + 1 }, (_, row) => knot(column, row)),
  );
  const at = (column: number, row: number): Point => net[column]?.[row] ?? light;
  const panes: string[] = [];
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const [a, b, c, d] = [
        at(column, row),
        at(column + 1, row),
        at(column + 1, row + 1),
        at(column, row + 1),
      ];
      const halves = luck.yes(0.5)
        ? [
            [a, b, c],
            [a, c, d],
          ]
        : [
            [a, b, d],
            [b, c, d],
          ];
      for (const half of luck.yes(0.22) ? [[a, b, c, d]] : halves)
        panes.push(pane(canvas, half, light, reach));
    }
  }
  const eye = Math.min(width, height) * luck.between(0.07, 0.1);
  const rose =
    circle(light, eye, { fill: palette.accent, stroke: '#1a1a1a', 'stroke-width': 6 }) +
    circle(light, eye * 0.55, { fill: palette.paper, stroke: '#1a1a1a', 'stroke-width': 4 });
  return background(canvas, '#1a1a1a') + panes.join('') + rose;
}

function pane({ luck, palette }: Canvas, points: readonly Point[], light: Point, reach: number): string {
  const middle = points.reduce(
    (sum, { x, y }) => ({ x: sum.x + x / points.length, y: sum.y + y / points.length }),
    { x: 0, y: 0 },
  );
  const near = Math.max(0, 1 - Math.hypot(middle.x - light.x, middle.y - light.y) / reach);
  const colour = luck.yes(0.16) ? palette.accent : luck.one(palette.tones.slice(0, 4));
  return polygon(points, {
    fill: mix(mix(colour, palette.tones[4], 0.3), palette.paper, near * 0.55),
    stroke: '#1a1a1a',
    'stroke-width': 5,
    'stroke-linejoin': 'round',
  });
}
