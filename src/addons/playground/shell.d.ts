declare module '#shell' {
  export const render: typeof import('../../site/render/entry.ts').render;
  export const preload: typeof import('../../site/render/entry.ts').preload;
}
