import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Addresses of the pages of public electives. */
export const electivePaths = {
  own: modulePath('scoreManage', 'elective'),
  audit: modulePath('scoreManage', 'electiveAudit'),
  plans: modulePath('scoreManage', 'electivePlan'),
  form: modulePath('scoreManage', 'elective/new'),
} as const;

export const electivePath = (planId: string): string => `${electivePaths.own}/${encodeURIComponent(planId)}`;
/** The form with a plan that was kept. */
export const electiveFormPath = (planId: string): string =>
  `${electivePaths.form}?planId=${encodeURIComponent(planId)}`;
