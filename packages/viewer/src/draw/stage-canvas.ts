export interface Overlays { readonly hurt?: boolean }
export class StageCanvas { constructor(_c: unknown, _o: unknown) {} resize(_w: number, _h: number, _r: number): void {} draw(_i: unknown): void {} }
