-- Whether the workspace asks for a second factor that the person does not have (rules-identity 28).
-- owner: factors
create or replace function lacks_second_factor(workspace uuid, person uuid) returns boolean language sql stable as $$
  select exists (
      select from organizations o where o.id = workspace and (o.settings ->> 'requireSecondFactor')::boolean
    )
    and not exists (select from passkeys p where p.user_id = person)
    and not exists (select from totp_factors t where t.user_id = person and t.added_at is not null)
$$;
