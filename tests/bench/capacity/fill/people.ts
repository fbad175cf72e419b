import { sql } from 'kysely';
import { id } from './functions.ts';

const firstNames = `Aarav Aditi Aditya Aisha Ajay Akash Amit Amrita Ananya Anil Anita Anjali Ankit Arjun Arun Asha Ashok Bhavna Chetan Deepa
  Deepak Devika Dinesh Divya Farhan Fatima Ganesh Gaurav Geeta Gopal Harish Harpreet Imran Isha Ishaan Jaya Jyoti Kabir Karan Kavya Kiran
  Komal Lakshmi Lata Mahesh Manish Manoj Meena Meera Mohan Mohit Naina Naveen Neha Nikhil Nisha Pallavi Pankaj Pooja Prakash Pranav Pratik
  Priya Rahul Raj Rajesh Rakesh Ramesh Rashmi Ravi Rekha Ritu Rohan Rohit Roshni Sagar Salma Sana Sandeep Sangeeta Sanjay Sarita Seema
  Shalini Shankar Shreya Shweta Sneha Sonal Sunil Sunita Suresh Swati Tanvi Uma Vaishali Varun Vijay Vikas Vikram Vinod Yash Zoya`;
const lastNames = `Agarwal Ahmed Ansari Arora Banerjee Bhat Bose Chatterjee Chauhan Choudhary Das Desai Deshpande Devi Dubey Fernandes Gandhi
  Ghosh Gill Gowda Gupta Hegde Iyer Jain Jha Joshi Kamble Kapoor Kaur Khan Kulkarni Kumar Kumari Mehta Menon Mishra Mondal Nair Naidu Paswan
  Patel Patil Pawar Pillai Prasad Rajput Rao Rathore Reddy Roy Sahu Saxena Sethi Shah Shaikh Sharma Shetty Shinde Shukla Singh Sinha Soni
  Srivastava Tiwari Thakur Thomas Varma Verma Yadav`;

const pickFrom = (words: string, salt: number) => {
  const list = words.split(/\s+/);
  // Not in the order of the alphabet: which names are frequent must not decide where they are in a list.
  const mixed = list.toSorted(
    (one, other) =>
      ((one.length * 7 + one.charCodeAt(1)) % 13) - ((other.length * 7 + other.charCodeAt(1)) % 13),
  );
  return sql`(${sql.lit(`{${mixed.join()}}`)}::text[])[1 + bench.pick(n, ${sql.lit(salt)}, ${sql.lit(list.length)}, 1.5)]`;
};

/** `count` people who joined in the last year, the more the later, with what sign-up leaves of each. */
export const fillPeople = (count: number) => [
  sql`
    create unlogged table bench.person as
    select n, ${id('person')} as id, at, first_name, last_name,
      lower(first_name || '.' || last_name) || n || (array['@gmail.com', '@gmail.com', '@gmail.com', '@yahoo.in', '@outlook.com'])[1 + n % 5] as email,
      '+91' || 7000000000 + (n * 2654435761) % 2147483648 as phone,
      case when at < now() - interval '72 hours' or n % 5 > 0 then at + interval '1 minute' end as verified_at
    from (
      select n, now() - interval '365 days' * (1 - sqrt(n / ${sql.lit(count)}::float8)) as at,
        ${pickFrom(firstNames, 1)} as first_name, ${pickFrom(lastNames, 2)} as last_name
      from generate_series(1, ${sql.lit(count)}) n) numbered`,
  sql`create unique index on bench.person (n)`,
  sql`analyze bench.person`,
  sql`
    insert into app_user (id, first_name, last_name, email, email_verified_at, country_iso_code, phone_e164, phone_verified_at,
      date_joined, notification_preferences)
    select id, first_name, last_name, email, case when n % 5 < 3 then at + interval '1 day' end, 'IN', phone, verified_at, at, '{}'
    from bench.person`,
  sql`
    insert into user_profile (user_id, type, created_at)
    select id, (array['CAP_CANDIDATE', 'EMBARK_CANDIDATE', 'EMBARK_CANDIDATE', 'PREPPA_CANDIDATE'])[1 + n % 4], at from bench.person`,
  sql`
    insert into user_role (user_id, role, granted_at) select id, 'staff', at from bench.person where n <= 60`,
  // Who came in the last two weeks, and a tenth of the others, are logged in.
  sql`
    insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, proven_at, user_agent)
    select md5('one' || n) || md5('two' || n), id, seen_at - interval '2 days', seen_at, seen_at + interval '28 days', seen_at,
      'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
    from bench.person cross join lateral (select now() - interval '14 days' * bench.draw(n, 3) as seen_at) seen
    where at > now() - interval '14 days' or n % 10 = 0`,
  sql`
    insert into consent (id, user_id, kind, channel, wording, granted_at)
    select gen_random_uuid(), id, kind, channel, wording, at
    from bench.person join (values (0, 'offers', null, 'Send me offers by email, SMS and WhatsApp. I can stop them at any time.'),
      (1, 'updates', 'whatsapp', 'Updates about my applications by WhatsApp'), (2, 'alerts', 'email', 'New jobs of my searches by email'))
      kind (every, kind, channel, wording) on every = 0 and n % 2 = 0 or every = 1 and n % 4 = 0 or every = 2 and n % 30 = 0`,
  sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
    select gen_random_uuid(), 'SIGN_UP', id, id, md5('browser' || n)::uuid::text,
      jsonb_build_object('at', at - make_interval(days => n % 20), 'utmSource', source, 'utmMedium', case when source is not null then 'cpc' end,
        'utmCampaign', source || '-' || bench.pick(n, 5, 40, 2), 'landingPath', '/programs/embark-pro/', 'referrerHost', null),
      case when n % 3 = 0 then jsonb_build_object('at', at, 'utmSource', source) end, 'PHONE', at
    from bench.person cross join lateral (
      select (array['google', 'instagram', null, 'whatsapp', 'linkedin', 'youtube'])[1 + bench.pick(n, 4, 6, 1.5)] as source) touch
    where verified_at is not null`,
  sql`
    insert into otp_challenge (id, purpose, user_id, phone_e164, medium, code_hmac, key_id, attempts, resend_count, created_at,
      expires_at, consumed_at)
    select gen_random_uuid(), 'PHONE_VERIFICATION', id, phone, 'SMS', md5(n::text) || md5(phone), 'one', 0, 0, at,
      at + interval '10 minutes', at + interval '1 minute'
    from bench.person where at > now() - interval '1 day'`,
  sql`
    insert into rate_counter (key, count, expires_at)
    select kind || ':' || md5(phone), 1, now() + interval '1 day' from bench.person cross join unnest(array['otp', 'ip', 'device']) kind
    where at > now() - interval '1 day'`,
];
