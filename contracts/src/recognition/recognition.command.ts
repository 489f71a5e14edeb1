import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';

/** Decimal text with at most one place, as people type credits and scores. */
const decimal1 = z.string().regex(/^\d{1,3}(\.\d)?$/, '应为数字，最多一位小数');

/** A recognition as its form sends it (RECOGNITION-14…18). Credits and values are decimal text. */
export const applyForRecognition = defineCommand('recognition.apply', z.object({
  /** Of a returned one that is sent again; or of a new one (a UUID), when files were attached to it before. */
  applyId: z.string().max(60).optional(),
  studentId: z.string().min(1, '请先选择学生再操作'),
  scoreCognizanceApplyRemark: z.string().trim().min(1, '必填').max(200, '最多200个字符'),
  relateList: z.array(z.object({
    outSideList: z.array(z.object({
      outSemesterId: z.string().max(20).default(''), outCourseNatureName: z.string().max(20).default(''), outCourseAttributeName: z.string().max(20).default(''),
      outCourseCode: z.string().max(30).default(''), outCourseName: z.string().trim().min(1, '必填').max(80, '最多80个字符'),
      outCourseCredit: decimal1, outCoursePeriod: z.string().max(10).default(''),
      outScoreCognizanceFinalValue: z.string().trim().min(1, '必填').max(10, '最多10个字符'), outSchoolScoreTypeName: z.string().max(20).default(''),
    })).min(1, '请填写原成绩'),
    inSideList: z.array(z.object({ courseId: z.string().min(1, '请选择认定课程'), scoreCognizanceFinalValue: decimal1 })).min(1, '请选择认定课程'),
  })).min(1, '请至少填写一组原成绩与认定课程').max(20),
}), z.object({ applyId: z.string() }));
/** Policy command: how a recognition ended. */
export const closeRecognition = defineCommand('recognition.close', z.object({ applyId: z.string(), outcome: z.enum(['effected', 'returned', 'notPassed', 'recalled']), opinion: z.string() }), z.object({ applyId: z.string() }));
