export * from '../../../crypt/dynastic/helpers/denizens.ts';
