import type { createTransport as createOnNode } from 'nodemailer';

export const createTransport = ((): never => {
  throw new Error('A browser sends no mail.');
}) as typeof createOnNode;
