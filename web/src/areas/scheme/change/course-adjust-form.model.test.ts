import { describe, expect, it } from 'vitest';
import { afterOf, askedOf, emptyForm, formOfKept } from './course-adjust-form.model.ts';

const filled = {
  ...emptyForm,
  gradeMajorId: 'M1',
  executionPlanId: 'M1/K1',
  newCourseId: 'K2',
  term: '5',
  credit: '3.5',
  hours: { '1': '48', '2': '' },
};

// SCHEME-32
describe('the form of a change of a plan', () => {
  it('asks for what its type is about, and says what its type may say', () => {
    expect(askedOf({ ...emptyForm, gradeMajorId: 'M1' })).toBeNull();
    expect(askedOf({ ...filled, adjustType: '4' })).toEqual({
      gradeMajorId: 'M1',
      adjustType: '4',
      executionPlanId: 'M1/K1',
      after: { term: '5' },
    });
    expect(afterOf({ ...filled, adjustType: '3' })).toEqual({ credit: '3.5', hours: [{ xsbh: '1', xs: '48' }] });
    expect(afterOf({ ...filled, adjustType: '2' })).toEqual({});
  });

  it('is filled again from what was kept', () => {
    const kept = { ...filled, adjustType: '5' as const, adjustReason: '更新', after: { term: 5, credit: '3.5' } };
    expect(formOfKept(kept)).toMatchObject({ term: '5', credit: '3.5', hours: {}, newCourseId: 'K2' });
  });
});
