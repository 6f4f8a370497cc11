declare module '#shell' {
  export const render: typeof import('../../site/render/entry.ts').render;
  export const addresses: typeof import('../../site/render/entry.ts').addresses;
  export const preload: typeof import('../../site/render/entry.ts').preload;
}
