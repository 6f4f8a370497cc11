export * from '../../../crypt/dynastic/helpers/journal.ts';
