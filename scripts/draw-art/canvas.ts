import type { Luck } from './luck.ts';
import type { Palette } from './palettes.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly luck: Luck;
  readonly palette: Palette;
}

type Attributes = Readonly<Record<string, string | number>>;

/** Numbers are rounded, so that tiny differences between machines leave no trace. */
export function tag(name: string, attributes: Attributes, inside = ''): string {
  const words = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`,
  );
  return inside === '' ? `<${name}${words.join('')}/>` : `<${name}${words.join('')}>${inside}</${name}>`;
}

export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function polygon(points: readonly Point[], attributes: Attributes): string {
  return tag('polygon', {
    points: points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' '),
    ...attributes,
  });
}

export function line(points: readonly Point[], attributes: Attributes): string {
  const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  return tag('path', {
    d: path,
    fill: 'none',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...attributes,
  });
}

export function circle({ x, y }: Point, r: number, attributes: Attributes): string {
  return tag('circle', { cx: x, cy: y, r, ...attributes });
}

export function ellipse({ x, y }: Point, rx: number, ry: number, attributes: Attributes): string {
  return tag('ellipse', { cx: x, cy: y, rx, ry, ...attributes });
}

export function rectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  attributes: Attributes,
): string {
  return tag('rect', { x, y, width, height, ...attributes });
}

/** A gradient from top to bottom, or from the middle outwards. */
export function gradient(
  id: string,
  kind: 'linear' | 'radial',
  stops: readonly (readonly [number, string, number?])[],
): string {
  const inside = stops
    .map(([offset, color, opacity = 1]) =>
      tag('stop', { offset, 'stop-color': color, 'stop-opacity': String(opacity) }),
    )
    .join('');
  return kind === 'linear'
    ? tag('linearGradient', { id, x1: 0, y1: 0, x2: 0, y2: 1 }, inside)
    : tag('radialGradient', { id }, inside);
}

export function background({ width, height }: Canvas, fill: string): string {
  return rectangle(0, 0, width, height, { fill });
}

export function along(count: number, make: (at: number, part: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at, count < 2 ? 0 : at / (count - 1))).join('');
}

/** A smooth line of heights between -1 and 1, like hills: the sum of waves of several lengths. */
export function ridge(luck: Luck, rough: number): (part: number) => number {
  const waves = Array.from({ length: 6 }, (_, at) => ({
    turns: (at + 1) * luck.between(0.6, 1.5),
    shift: luck.between(0, 6.28),
    size: rough ** at,
  }));
  const whole = waves.reduce((sum, { size }) => sum + size, 0);
  return (part) =>
    waves.reduce((sum, { turns, shift, size }) => sum + size * Math.sin(part * turns * 6.28 + shift), 0) /
    whole;
}

export function mix(a: string, b: string, part: number): string {
  const channel = (color: string, at: number): number =>
    Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16);
  const mixed = [0, 1, 2].map((at) => Math.round(channel(a, at) + (channel(b, at) - channel(a, at)) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
