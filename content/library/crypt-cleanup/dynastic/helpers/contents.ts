export * from '../../../crypt/dynastic/helpers/contents.ts';
