// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The vault of one chain
/// @notice Takes deposits under an order id, and pays out only what the allocator signed, each id at most what it was
/// credited with.
/// @dev `token` is `address(0)` wherever the chain's own currency is meant. Amounts are in the smallest unit.
interface IDepository {
    /// @notice One id's part of a withdrawal. With `id` and `depositor` zero it draws on the unattributed surplus.
    struct Release {
        bytes32 id;
        address depositor;
        uint256 amount;
    }

    /// @notice What the allocator signs (EIP-712). `amount` is the sum of the releases; `expiry` is in Unix seconds.
    struct Withdrawal {
        Release[] releases;
        address token;
        address to;
        uint256 amount;
        uint256 nonce;
        uint256 expiry;
    }

    /// @notice The outflow that withdrawals of one token may cause: at most `capacity` at once, and an empty bucket is
    /// full again after `window` seconds. A capacity of `UNLIMITED` never runs out.
    struct Limit {
        uint208 capacity;
        uint48 window;
    }

    /// @notice A limit and the token that it is for, as the constructor takes them.
    struct TokenLimit {
        address token;
        Limit limit;
    }

    /// @notice `amount` of `token` arrived from `payer` and is held for `depositor` under `id`.
    event Deposit(bytes32 indexed id, address indexed depositor, address token, uint256 amount, address payer);
    /// @notice The withdrawal of `nonce` paid `amount` of `token` to `to`.
    event Withdrawn(uint256 indexed nonce, address indexed token, address indexed to, uint256 amount);
    /// @notice A withdrawal used `amount` of what was held for `depositor` under `id`.
    event Released(bytes32 indexed id, address indexed depositor, address token, uint256 amount, address to);
    /// @notice From `readyAt` on the depositor may take back `amount`.
    event ReclaimRequested(
        bytes32 indexed id, address indexed depositor, address token, uint256 amount, uint256 readyAt
    );
    /// @notice The depositor took back `amount`.
    event Reclaimed(bytes32 indexed id, address indexed depositor, address token, uint256 amount);

    event DepositsPaused(address indexed by);
    event DepositsUnpaused(address indexed by);
    event WithdrawalsPaused(address indexed by, uint256 until);
    event WithdrawalsUnpaused(address indexed by);
    event GuardianChanged(address indexed previous, address indexed current);
    event AllocatorProposed(address indexed allocator, uint256 readyAt);
    event AllocatorChanged(address indexed previous, address indexed current);
    event LimitProposed(address indexed token, uint208 capacity, uint48 window, uint256 readyAt);
    event LimitChanged(address indexed token, uint208 capacity, uint48 window);

    error ZeroId();
    error ZeroAmount();
    error ZeroAddress();
    error TokenWithoutCode(address token);
    error InvalidDelay(uint256 given, uint256 min, uint256 max);
    error InvalidRecipient(address to);
    error InvalidSignature();
    /// @notice The expiry has passed, or lies further ahead than `MAX_EXPIRY`.
    error InvalidExpiry(uint256 expiry);
    error NonceUsed(uint256 nonce);
    error AmountMismatch(uint256 amount, uint256 sumOfReleases);
    error InsufficientEscrow(bytes32 id, address depositor, uint256 held, uint256 amount);
    error InsufficientSurplus(uint256 surplus, uint256 amount);
    error LimitExceeded(address token, uint256 available, uint256 amount);
    /// @notice Paying `amount` cost the depository more than that.
    error ExcessDebit(address token, uint256 amount, uint256 debited);
    error NativeTransferFailed(address to, uint256 amount);
    error DepositsArePaused();
    error WithdrawalsArePaused(uint256 until);
    error NotPaused();
    error PauseTooLong(uint256 given, uint256 max);
    error PauseTooSoon(uint256 notBefore);
    error NotGuardian(address account);
    error NothingHeld();
    error NothingProposed();
    error TooEarly(uint256 readyAt);
    error InvalidWindow();
    error LimitNotLower();
    error RenounceDisabled();

    /// @notice Deposits the attached native currency under `id`; `depositor` zero stands for the caller.
    function depositNative(address depositor, bytes32 id) external payable;

    /// @notice Pulls `amount` of `token` from the caller and credits what arrives; `depositor` zero stands for the
    /// caller.
    function depositErc20(address depositor, address token, uint256 amount, bytes32 id) external;

    /// @notice Executes a withdrawal that the allocator signed. Anyone may submit it; the outcome is the same.
    /// @param signature 65 bytes of ECDSA with a low s, or whatever an ERC-1271 allocator accepts.
    function withdraw(Withdrawal calldata withdrawal, bytes calldata signature) external;

    /// @notice Starts the clock for taking back all that is now held for the caller under `id`. A deposit made later
    /// is not covered, and a withdrawal uses the covered part first.
    function requestReclaim(bytes32 id, address token) external;

    /// @notice Pays the caller what is left of the amount requested, once `RECLAIM_DELAY` has passed.
    function reclaim(bytes32 id, address token) external;

    /// @notice Guardian: refuses deposits from now on.
    function pauseDeposits() external;

    /// @notice Owner: accepts deposits again.
    function unpauseDeposits() external;

    /// @notice Guardian: refuses withdrawals for `duration` seconds, at most `MAX_WITHDRAWAL_PAUSE`. The next pause
    /// can start no sooner than `WITHDRAWAL_PAUSE_GAP` after this one ended.
    function pauseWithdrawals(uint256 duration) external;

    /// @notice Owner: ends a pause of withdrawals.
    function unpauseWithdrawals() external;

    /// @notice Guardian: lowers the limit of a token at once, and drops a raise that is under way.
    function lowerLimit(address token, Limit calldata limit) external;

    /// @notice Owner: announces any new limit, effective no sooner than after `TIMELOCK`.
    function proposeLimit(address token, Limit calldata limit) external;

    /// @notice Owner: puts the announced limit into effect.
    function applyLimit(address token) external;

    /// @notice Owner: announces a new allocator, effective no sooner than after `TIMELOCK`.
    function proposeAllocator(address allocator) external;

    /// @notice Owner: puts the announced allocator into effect.
    function applyAllocator() external;

    /// @notice Owner: removes the allocator at once, and any announced one with it. Deposits can still be reclaimed.
    function killAllocator() external;

    /// @notice Owner: names another guardian, or none with the zero address.
    function setGuardian(address guardian) external;

    /// @notice The amount held under `id` for `depositor`.
    function escrowOf(bytes32 id, address depositor, address token) external view returns (uint256);

    /// @notice The amount that a reclaim covers and when it may be taken; zeros when there is no request.
    function reclaimOf(bytes32 id, address depositor, address token)
        external
        view
        returns (uint256 amount, uint256 readyAt);

    /// @notice The balance that belongs to no id: donations, rebases, plain transfers.
    function surplusOf(address token) external view returns (uint256);

    /// @notice Whether a withdrawal with this nonce was executed.
    function isNonceUsed(uint256 nonce) external view returns (bool);

    /// @notice The limit in force for a token.
    function limitOf(address token) external view returns (Limit memory);

    /// @notice How much of a token withdrawals may pay out right now, as far as its limit is concerned.
    function availableOf(address token) external view returns (uint256);

    /// @notice The EIP-712 digest that the allocator signs.
    function hashWithdrawal(Withdrawal calldata withdrawal) external view returns (bytes32);
}
