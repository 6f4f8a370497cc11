export * from '../../../crypt/dynastic/helpers/grid.ts';
