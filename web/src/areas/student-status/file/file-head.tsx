import { Badge } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { showPhotos } from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import type { StudentFile } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import classes from './student-file.module.css';

/** Who it is: photo, name, number, status, class and labels. */
export function FileHead({ file, scores }: { file: StudentFile; scores: boolean }) {
  const { student, labels } = file;
  const mayPhotos = useMay('studentPhoto:show');
  const photos = useOperation(
    showPhotos,
    { studentId: student.studentCode },
    { enabled: mayPhotos && file.day === null, keepPrevious: false },
  );
  // The latest kind: graduation, enrolment, admission.
  const photo = photos.data?.photos.toSorted((one, other) => other.photoType.localeCompare(one.photoType))[0];
  const mayScores = useMay('scoreQuery:query');
  return (
    <Card>
      <div className={classes['head']}>
        <span className={classes['photo']}>
          {photo ? (
            <img
              src={`data:image/jpeg;base64,${photo.picture}`}
              alt={`${student.studentName}的${photo.photoTypeName}照片`}
            />
          ) : (
            <IconUser size={40} stroke={1.25} aria-hidden />
          )}
        </span>
        <div className={classes['who']}>
          <div className={classes['name']}>
            <strong>{student.studentName}</strong>
            <span>{student.studentNumber}</span>
            <StatusTag tone={student.inSchool ? 'green' : 'grey'} icon={null}>
              {student.statusName}
            </StatusTag>
            {student.since !== null && <span className={classes['second']}>自 {student.since}</span>}
          </div>
          <div className={classes['second']}>
            {[student.sexName, student.departmentName, student.gradeMajorName, student.administrativeClassName]
              .filter((text) => text !== '')
              .join(' · ')}
          </div>
          <div className={classes['labels']}>
            {labels.map(({ labelId, labelName, colour }) => (
              <Badge key={labelId} variant="light" color={colour || 'gray'} size="sm">
                {labelName}
              </Badge>
            ))}
          </div>
        </div>
        {scores && mayScores && (
          <Link
            className={classes['link']}
            to={modulePath('scoreManage', 'scoreQuery')}
            search={{ studentCode: student.studentCode }}
          >
            查看成绩
          </Link>
        )}
      </div>
    </Card>
  );
}
