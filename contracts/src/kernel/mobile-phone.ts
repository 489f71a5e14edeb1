import { z } from 'zod';

/** PICKERS-075. */
export const MOBILE_PHONE_INVALID = '手机号码格式有误';

const mobile = /^1[3-9]\d{9}$/;

/** True for 11 digits that start with 1 and 3 to 9. */
export function isMobilePhone(text: string): boolean {
  return mobile.test(text);
}

/** A mobile phone number of the mainland; empty passes (PICKERS-076). */
export const mobilePhone = z.string().refine((text) => text === '' || isMobilePhone(text), MOBILE_PHONE_INVALID);
