export * from '../../../crypt/dynastic/helpers/lists.ts';
