export * from '../../../crypt/dynastic/helpers/rooms.ts';
