declare module 'pako' {
  export class Inflate {
    constructor(options: { windowBits: number; chunkSize?: number });
    readonly ended: boolean;
    readonly err: number;
    readonly msg: string;
    readonly strm: { readonly avail_in: number };
    onData: (chunk: Uint8Array) => void;
    onEnd: (status: number) => void;
    push(bytes: Uint8Array, mode: boolean | number): boolean;
  }
  const pako: {
    readonly Inflate: typeof Inflate;
    deflate(bytes: Uint8Array, options: { level: number }): Uint8Array<ArrayBuffer>;
    gzip(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
  };
  export default pako;
}
