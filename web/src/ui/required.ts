/** What an empty required field says (PICKERS-142). */
export const REQUIRED = '必填项';
