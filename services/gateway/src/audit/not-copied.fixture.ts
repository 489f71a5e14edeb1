/** Columns that sound as if they named people: in a table of `person-tables.ts`, or in {@link notCopied}. */
export const namesPeople = new RegExp(
  'student|^gh$|_gh$|teacher|user|uploader|actor|account|_by$|person|applicant|handler|creator|owner|' +
    '^business_(id|key)$|^(code|key|before|after|facts)$',
);

/** Columns that name people and make no row a part of anybody's copy, and why. */
export const notCopied: Readonly<Record<string, readonly string[]>> = {
  'told among messages, files and applications of the same copy': [
    'base.system_message_audience.user_name base.file_resource.uploader base.file_resource.business_id',
    'base.file_resource.uploader_name base.file_resource.removed_by base.file_seal.business_id',
    'base.course_adjust.applicant_user base.course_adjust.applicant_name base.plan_approval.applicant_user',
    'base.plan_approval.applicant_name base.public_course_plan.applicant_user',
  ],
  'who did something in office, which the operation log of the same copy tells': [
    'base.notice.create_user base.operation_guide.create_user base.operation_guide.creator base.menu.creator',
    'base.menu_category.creator base.code_serial.counted_by base.student_number_serial.counted_by',
    'base.makeup_course.frozen_by base.operation_off.switched_by base.process_definition.published_by',
    'base.process_draft.edited_by base.rebuild_class.published_by base.code_reservation.user_name',
    'base.evaluation_task.user_name base.student_batch_update.user_name base.integrity_run.user_name',
    'base.long_job.actor base.long_job.user_name base.long_job.cancel_requested_by base.merge_task.handler',
    'base.merge_task.user_name base.merge_task.undone_by base.monitor_task.user_name base.monitor_task.undone_by',
    'base.monitor_result.handler base.second_person.from_user base.second_person.to_user',
    'base.second_person.sign_in_issued_by base.score_opening_told.user_name gateway.import_run.user_name',
    'projection.read_model.requested_by projection.request.requested_by',
  ],
  'what opens something, or lets a program in': [
    'base.api_token.user_name base.api_token.owner base.api_token.created_by base.api_token.revoked_by',
    'gateway.change_reader.user_name gateway.recovery_code.user_name gateway.second_factor.user_name',
    'gateway.slide_challenge.user_name gateway.slide_proof.user_name',
  ],
  'copies of what stands elsewhere, kept for a time: exports, imports, undoing, changes handed on': [
    'base.change.facts base.import_change.key base.import_change.before base.import_change.after',
    'base.merge_change.before base.merge_change.after gateway.export_job.user_name gateway.export_job.issued_by',
    'gateway.import_row.key base.monitor_result.business_key',
  ],
  'the erasure itself, and the keys': [
    'base.person_erasure.code base.person_erasure.erased_by base.person_erasure.confirmed_by base.person_key.code',
    'base.person_key.about_student base.person_key.destroyed_by',
  ],
  'codes and settings of no person': [
    'base.backup_day.student_num base.class_plan_set.teacher_suggest base.class_rule.student_type',
    'base.class_schedule_change.after_week base.class_schedule_change.after_weekday',
    'base.class_schedule_change.after_period base.class_schedule_change.after_room base.code_reservation.code',
    'base.course_hour_require.owner_type base.course_hour_require.owner_key base.deferred_reason.allow_after_exam',
    'base.grade_exam_requirement.student_types base.job_group.student_num',
    'base.physical_project_task.range_student_types base.public_course_plan.applicant_department_id',
    'base.score_remark.teacher_may_set base.score_rules.student_types base.score_template.teacher_adjust',
    'base.special_item.student_num base.special_item_group.student_num base.student_id_rule.student_type',
    'base.teaching_job.student_num base.warning_rule.student_types base.student_tags_replace.student_codes',
  ],
  'names beside a class or course, which its own row tells by the teacher’s number': [
    'base.public_course_plan.teacher_list base.public_course_plan.teacher_info base.public_course_claim.teachers',
    'base.class_schedule_change.after_gh base.class_schedule_change.after_jsh',
  ],
};
