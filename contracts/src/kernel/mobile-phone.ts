import { z } from 'zod';

/** PICKERS-075. */
export const MOBILE_PHONE_INVALID = '手机号码格式有误';

/** A mobile phone number of the mainland: 11 digits that start with 1 and 3 to 9; empty passes (PICKERS-076). */
export const mobilePhone = z.string().regex(/^(1[3-9]\d{9})?$/, MOBILE_PHONE_INVALID);
