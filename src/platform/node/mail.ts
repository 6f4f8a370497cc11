export { createTransport } from 'nodemailer';
