export * from '../../../crypt/dynastic/helpers/treasures.ts';
