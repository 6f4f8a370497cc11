export * from '../../../crypt/dynastic/helpers/favours.ts';
