import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { labelRuleText } from '@jwxt/contracts/student-status/file/label.resource.ts';

/** What a label asks of a student who holds it by itself. */
export const studentLabelRuleRows = [
  { labelId: 'minority', ruleField: 'nationCode', ruleCompare: '2', ruleValue: '汉族' },
] as const;

const labels = [
  { labelId: 'honours', labelName: '实验班', labelType: '1', colour: 'blue' },
  { labelId: 'minority', labelName: '少数民族', labelType: '9', colour: 'grape' },
  { labelId: 'veteran', labelName: '退役士兵', labelType: '9', colour: 'green' },
  { labelId: 'athlete', labelName: '高水平运动员', labelType: '1', colour: 'orange' },
  { labelId: 'support', labelName: '帮扶', labelType: '2', colour: 'red' },
] as const;

/** Labels that every school starts with (STUDENT-STATUS-18). */
export const studentLabelRows = labels.map((label) => ({
  ...label,
  ruleText: labelRuleText(studentLabelRuleRows.filter(({ labelId }) => labelId === label.labelId)) || null,
  sfqy: yesNo.yes,
}));
