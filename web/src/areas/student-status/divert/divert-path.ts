import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Pages of streaming and transfer of majors. */
export const shuntPath = modulePath('student', 'shuntAction');
export const transferAdmissionPath = modulePath('student', 'transferAdmission');

/** The page of the result of one batch, by its key or by that of its application. */
export const shuntPathOf = (key: string): string => `${shuntPath}?diversionId=${encodeURIComponent(key)}`;
