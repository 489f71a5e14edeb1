import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { describe, expect, it } from 'vitest';
import { addressInHash } from './hash-address.ts';
import { moduleOf } from './menu.ts';
import { siteAddress } from './special-entry.page.tsx';

const ids: Readonly<Record<string, string | null>> = {
  systemManage: '01',
  baseInfo: '02',
  student: '03',
  schemeManage: '04',
  openCourseTask: '05',
  arrange: '06',
  choose: '07',
  examination: '08',
  scoreManage: '09',
  teachingAssessment: '10',
  graduation: '11',
  workload: '12',
  teachingProcess: '15',
  teachingMaterial: '16',
  graduationThesis: '18',
  practiceTeaching: '19',
  practice: '20',
  trainManage: '21',
  studentMinor: '23',
  supervision: '24',
  secondClassroom: '25',
  skillCompetition: '26',
  project: '27',
  dataMonitor: '30',
  dynamic: '31',
  appBuild: '32',
  projectDataCollect: '99',
  onlineExamination: null,
  supervisionEvaluation: null,
  teachingFile: null,
  creditbank: null,
  guide: null,
  messageSystem: null,
};

describe('addresses', () => {
  it('HOME-23: a hash address is that page; one of another site is none', () => {
    expect(addressInHash('/jwxt/gly/scoreManage/scoreManageHome')).toBe('/jwxt/gly/scoreManage/scoreManageHome');
    expect(
      ['', 'main', '//evil.example', '/\\evil.example', 'https://evil.example', '/a b'].map(addressInHash),
    ).toEqual([null, null, null, null, null, null]);
  });

  // SHELL-08, SHELL-09, SHELL-10, SHELL-11, SHELL-12, SHELL-13, SHELL-14, SHELL-15, SHELL-16, SHELL-17, SHELL-18,
  // SHELL-19, SHELL-20, SHELL-21, SHELL-22, SHELL-23, SHELL-24, SHELL-25, SHELL-26, SHELL-27, SHELL-28, SHELL-29,
  // SHELL-30, SHELL-31, SHELL-32, SHELL-33, SHELL-34, SHELL-35, SHELL-36, SHELL-37, SHELL-38, SHELL-39, SHELL-40
  // SHELL-04, SHELL-07
  it('every module has a route below the common base path, whatever one may do in it, with the specified id', () => {
    expect(Object.fromEntries(modules.map(({ route, id }) => [route, id]))).toEqual(ids);
    for (const { route } of modules)
      expect(moduleOf(`/jwxt/gly/${route}`)?.entries[0]).toMatchObject({
        key: `${route}Home`,
        url: `/jwxt/gly/${route}/${route}Home`,
      });
  });

  it('SHELL-41, SHELL-42: the special entries are sites of their own on port 1235', () => {
    const here = { protocol: 'https:', hostname: 'jw.example.edu.cn' };
    expect(siteAddress('classBegin', here)).toBe('https://jw.example.edu.cn:1235/classBegin');
    expect(siteAddress('MyCourseSelectionResults', here)).toBe(
      'https://jw.example.edu.cn:1235/MyCourseSelectionResults',
    );
  });
});
