import { Briefcase, GraduationCap } from 'lucide-react';
import { Empty } from '#client/ui/page-state.tsx';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import classes from './profile-content.module.css';

export type EducationTabProps = { education: TutorProfileView['education'] };

export function EducationTab({ education }: EducationTabProps) {
  if (education.length === 0) return <Empty icon={<GraduationCap size={26} />} title="No education listed yet" />;
  return (
    <>
      <h2 className={classes.hidden}>Education</h2>
      <ul className={classes.path}>
        {education.map(({ degree, institution, year }) => (
          <li key={`${degree} ${institution} ${year}`}>
            <p className={classes.period}>{year}</p>
            <div>
              <h3>{degree}</h3>
              <p>{institution}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

export type ExperienceTabProps = { experience: TutorProfileView['experience'] };

export function ExperienceTab({ experience }: ExperienceTabProps) {
  if (experience.length === 0) return <Empty icon={<Briefcase size={26} />} title="No experience listed yet" />;
  return (
    <>
      <h2 className={classes.hidden}>Experience</h2>
      <ul className={classes.path}>
        {experience.map(({ title, company, duration, description }) => (
          <li key={`${title} ${company} ${duration}`}>
            <p className={classes.period}>{duration}</p>
            <div>
              <h3>{title}</h3>
              <p>{company}</p>
              <p className={classes.detail}>{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
