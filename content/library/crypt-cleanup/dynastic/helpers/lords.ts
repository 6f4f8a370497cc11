export * from '../../../crypt/dynastic/helpers/lords.ts';
