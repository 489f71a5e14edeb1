/** Rules of numbers that every school starts with (SYSADMIN-07): a course's by its unit. */
export const codeRuleRows = [
  {
    codeRuleId: 'course',
    ruleCode: 'KC',
    ruleName: '课程编号',
    objectType: '1',
    segments: [
      { type: 'field', value: 'kkxy', length: 3 },
      { type: 'serial', value: null, length: 5 },
    ],
    serialScope: 'prefix',
    sample: 'XXX00001',
  },
  {
    codeRuleId: 'document',
    ruleCode: 'WH',
    ruleName: '学籍文件文号',
    objectType: '6',
    segments: [
      { type: 'fixed', value: 'XJ', length: null },
      { type: 'date', value: 'YYYY', length: null },
      { type: 'serial', value: null, length: 4 },
    ],
    serialScope: 'prefix',
    sample: 'XJ20260001',
  },
] as const;
