-- The face of an expert is written when they are certified and blanked when they are so no more.

comment on table talent_experts is 'What certification made public of an expert, kept here so that it can be searched. Written with the approval and each change of the expert, blanked with the withdrawal; never by a reader.';

update talent_experts e set is_certified = false, real_name = '', identity = '', head_img_url = null, work_exp = '',
  fields = '{}', skills = '{}'
where not is_certified or not exists (
  select from certification_applications a where a.user_id = e.user_id and a.state = 'approved');
delete from talent_expert_words w using talent_experts e where e.user_id = w.user_id and not e.is_certified;
