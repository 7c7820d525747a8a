-- Whoever blocks or declines takes the turn of the two, as whoever waves or sits down does (lockPair): who sits
-- down at that moment comes first, and is up again by it, or comes second, and finds it.
create function take_turn_of_two() returns trigger language plpgsql as $$
declare
  one uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  other uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  perform pg_advisory_xact_lock(
    hashtextextended('wave ' || least(one, other) || ' ' || greatest(one, other), 0));
  return new;
end $$;
create trigger blocks_take_turn before insert on blocks
  for each row execute function take_turn_of_two('blocker_id', 'blocked_id');
create trigger declines_take_turn before insert on wave_declines
  for each row execute function take_turn_of_two('user_id', 'waver_id');
