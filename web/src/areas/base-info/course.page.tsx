import { course } from '@jwxt/contracts/base-info/course.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { useMayCheck } from '../../lib/session.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { CourseCode } from './course-code.tsx';

/** 课程 (BASE-DATA-20); the number of a new one is made by the rule, where one is in use. */
export function CoursePage() {
  const check = useMayCheck();
  return (
    <ResourcePage
      resource={course}
      {...(check('codeRule:generate')
        ? {
            beside: {
              ywbm: ({ values, change, refused }) => (
                <CourseCode
                  value={textOf(values['ywbm'])}
                  row={sourcesOf(values)}
                  onChange={change}
                  onRefused={refused}
                />
              ),
            },
          }
        : {})}
    />
  );
}

/** What a number may tell: the codes that are chosen. */
const sourcesOf = (values: WireRow): Record<string, string> =>
  Object.fromEntries(
    ['kkxy', 'kcsx', 'kcxz', 'kcbj'].map((name) => [name, textOf(values[name])]).filter(([, value]) => value !== ''),
  );
