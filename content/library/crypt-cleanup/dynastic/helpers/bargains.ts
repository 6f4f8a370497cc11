export * from '../../../crypt/dynastic/helpers/bargains.ts';
