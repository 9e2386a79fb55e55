import styles from "./Coordinates.module.css";

/** Ranks along the left edge and files along the lower one, each inside of its square. */
export function Coordinates({ size, flipped = false }: { size: number; flipped?: boolean }) {
  const numbers = Array.from({ length: size }, (_, index) => index);
  const step = 100 / size;
  return (
    <div className={styles.coordinates} aria-hidden="true">
      {numbers.map((index) => (
        <span key={`rank ${index}`} data-coordinate="rank" style={{ top: `${index * step}%`, left: 0 }}>
          {flipped ? index + 1 : size - index}
        </span>
      ))}
      {numbers.map((index) => (
        <span
          key={`file ${index}`}
          data-coordinate="file"
          style={{ right: `${(size - 1 - index) * step}%`, bottom: 0 }}
        >
          {"abcdefgh"[flipped ? size - 1 - index : index]}
        </span>
      ))}
    </div>
  );
}
