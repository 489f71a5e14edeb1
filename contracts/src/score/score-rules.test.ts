import { describe, expect, it } from 'vitest';
import { rulesFor, rulesMeeting, type PublishedRules, type RuleScope } from './score-rules.ts';

const version = (ruleVersion: string, grades: string[] = [], studentTypes: string[] = []) =>
  ({ scoreRulesId: ruleVersion, grades, studentTypes, rules: { ruleVersion } }) as unknown as PublishedRules;
const scope = (grades: string[] = [], studentTypes: string[] = []): RuleScope => ({ grades, studentTypes });

describe('which version of the score rules is in force (SCORE-MORE-35)', () => {
  it('SCORE-MORE-35: the grade goes before the type, the type before everybody', () => {
    const published = [
      version('all'),
      version('type', [], ['1']),
      version('grade', ['2026']),
      version('both', ['2027'], ['1']),
    ];
    const found = (gradeCode: string, studentType: string) =>
      rulesFor(published, { gradeCode, studentType })?.scoreRulesId;
    expect([
      found('2025', '2'),
      found('2025', '1'),
      found('2026', '1'),
      found('2027', '1'),
      found('2027', '2'),
    ]).toEqual(['all', 'type', 'grade', 'both', 'all']);
    expect(rulesFor([version('grade', ['2026'])], { gradeCode: '2025', studentType: '1' })).toBeNull();
  });

  // SCORE-MORE-35
  it('a version for the same students or more takes the place; one that shares some is in the way', () => {
    expect(rulesMeeting(scope(), scope())).toBe('replaced');
    expect(rulesMeeting(scope(['2026', '2027']), scope(['2026']))).toBe('replaced');
    expect(rulesMeeting(scope(['2026']), scope(['2026', '2027']))).toBe('partly');
    expect(rulesMeeting(scope(['2026', '2027'], ['1']), scope(['2027'], ['1', '2']))).toBe('partly');
    expect(rulesMeeting(scope(['2026']), scope())).toBe('apart');
    expect(rulesMeeting(scope(['2026']), scope(['2027']))).toBe('apart');
    expect(rulesMeeting(scope(['2026'], ['1']), scope(['2026'], ['2']))).toBe('apart');
  });
});
