export * from '../../../crypt/dynastic/helpers/run.ts';
